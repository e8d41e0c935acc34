"""What the docs say must be what the programs are. Usage: check_docs.py SOURCE_FOLDER"""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
wrong = []


def text(name):
    path = top / name
    if not path.exists():
        wrong.append(f"{name} is missing")
        return ""
    return path.read_text(encoding="utf-8")


def headings(markdown):
    outside = re.sub(r"```.*?```", "", markdown, flags=re.S)
    return [len(level) for level in re.findall(r"^(#+) ", outside, flags=re.M)]


def blocks(markdown):
    return re.findall(r"```.*?```", markdown, flags=re.S)


programs = sorted(path.stem for path in (top / "cmd").glob("*.cpp"))
readmes = {name: text(name) for name in ("README.md", "README.zh-CN.md")}
for program in programs:
    if not (top / "man" / f"{program}.1.scd").exists():
        wrong.append(f"{program} has no man page")
    for name, content in readmes.items():
        if f"| `{program}` |" not in content:
            wrong.append(f"{name} has no row for {program}")
for name, content in readmes.items():
    for listed in re.findall(r"^\| `([a-z-]+)` \|", content, flags=re.M):
        if listed not in programs:
            wrong.append(f"{name} lists {listed}, which does not exist")

if headings(readmes["README.md"]) != headings(readmes["README.zh-CN.md"]):
    wrong.append("the READMEs have different headings")
if blocks(readmes["README.md"]) != blocks(readmes["README.zh-CN.md"]):
    wrong.append("the READMEs have different code blocks")

table = re.findall(r'ExitCode\{(\d+), Again::\w+, "([^"]+)"\}', text("lib/base/exit_code.hpp"))
if len(table) < 10:
    wrong.append("the table of exit codes was not found")
documented = re.findall(r"^\| (\d+) \| ([^|]+) \|", text("docs/exit-codes.md"), flags=re.M)
if documented != table:
    wrong.append("docs/exit-codes.md differs from lib/base/exit_code.hpp")
chinese = re.findall(r"^\| (\d+) \|", text("docs/zh-CN/operations.md"), flags=re.M)
if chinese != [code for code, _ in table]:
    wrong.append("docs/zh-CN/operations.md lists other exit codes")
for program in programs:
    page = text(f"man/{program}.1.scd")
    named = re.findall(r"^\*(\d+)\*\n\t(.+)$", page, flags=re.M)
    for code, _ in named:
        if code not in dict(table):
            wrong.append(f"man/{program}.1.scd names exit code {code}, which is not in the table")
    if not named:
        wrong.append(f"man/{program}.1.scd lists no exit code")

sources = [path for folder in ("lib", "cmd") for path in (top / folder).rglob("*.cpp")]
events = set()
for path in sources:
    content = path.read_text(encoding="utf-8")
    events |= set(re.findall(r'log\.(?:info|warn|error|debug)\(\s*"([a-z_]+\.[a-z_.]+)"', content))
    events |= set(re.findall(r'event\([^,"]*, "([a-z_]+\.[a-z_.]+)"', content))
    events |= set(re.findall(r'log_\.(?:info|warn|error|debug)\(\s*"([a-z_]+\.[a-z_.]+)"', content))
if len(events) < 10:
    wrong.append("no events were found in the sources")
for name in ("docs/operations.md", "docs/zh-CN/operations.md"):
    listed = set(re.findall(r"^\| `([a-z_.]+)` \|", text(name), flags=re.M))
    for event in sorted(events - listed):
        wrong.append(f"{name} does not explain {event}")

for line in wrong:
    print(line)
print(f"{len(programs)} programs, {len(table)} exit codes, {len(events)} events checked, {len(wrong)} faults")
sys.exit(1 if wrong else 0)
