# One image for all services: the output of `mvn package` in cli/target/dist, on a Java runtime.
#
#   mvn -B -DskipTests package -pl cli -am && docker compose build
FROM eclipse-temurin:17-jre
COPY cli/target/dist/lib /opt/longhaul/lib
COPY deploy /opt/longhaul/deploy
RUN useradd --create-home longhaul && mkdir /data && chown longhaul /data
USER longhaul
WORKDIR /data
ENTRYPOINT ["/opt/longhaul/deploy/bin/longhaul"]
