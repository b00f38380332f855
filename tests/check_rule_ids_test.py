#!/usr/bin/env python3
"""tools/check_rule_ids.py can fail: small trees with a gap on either side."""
import pathlib
import subprocess
import sys
import tempfile
import unittest


def check(files):
    """Its exit code and what it prints for a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, "tools/check_rule_ids.py", root], capture_output=True, text=True,
                             check=False)
        return run.returncode, run.stdout


RULES = {"docs/rules/game.md": "**ZZ-1** One. **ZZ-2** Two.\n"}


class CheckRuleIds(unittest.TestCase):
    def test_positions_and_sources_name_rules(self):
        code, _ = check(RULES | {"tests/positions/game/a.txt": "rules ZZ-1\n", "tests/a.c": "/* ZZ-2 */\n"})
        self.assertEqual(code, 0)

    def test_a_rule_without_a_test(self):
        code, said = check(RULES | {"tests/positions/game/a.txt": "# ZZ-2 in a comment\nrules ZZ-1\n"})
        self.assertEqual(code, 1)
        self.assertIn("game.md: no test names ZZ-2", said)

    def test_a_test_without_a_rule(self):
        whole = {"tests/positions/game/a.txt": "rules ZZ-1 ZZ-2\n"}
        code, said = check(RULES | whole | {"tests/positions/game/b.txt": "rules YY-1\n"})
        self.assertEqual(code, 1)
        self.assertIn("b.txt: YY-1 is not a rule", said)
        code, said = check(RULES | whole | {"tests/b.c": "/* ZZ-12 */\n"})
        self.assertEqual(code, 1)
        self.assertIn("b.c: ZZ-12 is not a rule", said)

    def test_no_rules_at_all(self):
        self.assertEqual(check({"tests/positions/game/a.txt": ""})[0], 1)


unittest.main()
