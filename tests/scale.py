"""How much a test does: tests/support/scale.h says it in C."""
import os


def scaled(light, usual, deep):
    return {'light': light, '': usual, 'deep': deep}[os.environ.get('PARLOR_TESTS', '')]
