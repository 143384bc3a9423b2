# One image for all services: the output of `mvn package` in cli/target/dist, on a Java runtime.
#
#   mvn -B -DskipTests package -pl cli -am && docker compose build
#
# For lakes in S3, run this before: mvn -B dependency:copy@file-system-of-s3 -pl cli
FROM eclipse-temurin:17-jre
COPY cli/target/dist/lib /opt/longhaul/lib
# The license is only there because Docker refuses to copy nothing.
COPY LICENSE target/plugin[s] /opt/longhaul/plugins/
COPY deploy /opt/longhaul/deploy
RUN useradd --uid 10001 --create-home longhaul && mkdir /data && chown longhaul /data
USER longhaul
WORKDIR /data
ENTRYPOINT ["/opt/longhaul/deploy/bin/longhaul"]
