"""Inputs to begin with: seeds.py FUZZER CORPUS"""
import hashlib
import json
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
name, corpus = sys.argv[1], pathlib.Path(sys.argv[2])


def expressions():
    with open(here.parent / "data/cron/given.jsonl", encoding="utf-8") as lines:
        return {json.loads(line)["expr"] for line in lines}


texts = {path.read_text(encoding="utf-8") for path in sorted((here / "seeds" / name).glob("*"))}
if name == "cron_expression":
    texts |= expressions()
elif name == "crontab":
    texts |= {f"CRON_TZ=Europe/Berlin\n{text} true\n" for text in sorted(expressions())[::20]}
else:
    texts |= {json.dumps({"kind": "CronJob", "spec": {"schedule": text}}) for text in sorted(expressions())[::20]}
for text in texts:
    data = text.encode()
    (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
