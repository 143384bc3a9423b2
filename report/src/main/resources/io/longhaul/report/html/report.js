// The page of a finished run: its data does not change.

const inPage = JSON.parse(document.getElementById("data").textContent);
use(inPage, Array.from({ length: inPage.buckets }, (_, i) => (i * inPage.bucket + Math.min((i + 1) * inPage.bucket, inPage.end)) / 2));
shown = { ...whole };
width = document.body.clientWidth;
drawAll();
show(whole);
