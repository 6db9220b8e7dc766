from __future__ import annotations
def conflict(view, budget): return Exception("no")
