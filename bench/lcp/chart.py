"""Draws results.json of compare.py as one SVG: median time against n, a panel a class; hollow = not all solved.

    python3 bench/lcp/chart.py > docs/images/lcp-peers.svg
"""
import json, math, pathlib

PANEL, GAP, LEFT, TOP, BOTTOM = 230, 22, 58, 74, 46
HEIGHT = 230
COLOURS = ["#c2410c", "#2563eb", "#047857", "#7c3aed", "#64748b"]


def main():
    results = json.loads((pathlib.Path(__file__).parent / "results.json").read_text())
    kinds = list(dict.fromkeys(r["kind"] for r in results))
    solvers = list(results[0]["median_ms"])
    times = [t for r in results for t in r["median_ms"].values()]
    low, high = 10 ** math.floor(math.log10(min(times))), 10 ** math.ceil(math.log10(max(times)))
    sizes = sorted({r["n"] for r in results})

    def x(panel, n):
        along = (math.log(n) - math.log(sizes[0])) / (math.log(sizes[-1]) - math.log(sizes[0]))
        return LEFT + panel * (PANEL + GAP) + 18 + along * (PANEL - 36)

    def y(ms):
        return TOP + HEIGHT * (1 - math.log(ms / low) / math.log(high / low))

    width = LEFT + len(kinds) * (PANEL + GAP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + BOTTOM}" '
           'font-family="system-ui, sans-serif" font-size="12">',
           f'<rect width="{width}" height="{TOP + HEIGHT + BOTTOM}" rx="8" fill="#ffffff"/>']
    at = LEFT
    for colour, solver in zip(COLOURS, solvers):
        out.append(f'<rect x="{at}" y="16" width="14" height="4" fill="{colour}"/>'
                   f'<text x="{at + 19}" y="22" fill="#0f172a">{solver}</text>')
        at += 34 + 6.6 * len(solver)
    for panel, kind in enumerate(kinds):
        left = LEFT + panel * (PANEL + GAP)
        out.append(f'<text x="{left + PANEL / 2}" y="{TOP - 14}" text-anchor="middle" font-weight="600" '
                   f'fill="#0f172a">{kind}</text>')
        decade = low
        while decade <= high:
            out.append(f'<line x1="{left}" x2="{left + PANEL}" y1="{y(decade):.1f}" y2="{y(decade):.1f}" '
                       'stroke="#e2e8f0"/>')
            if panel == 0:
                out.append(f'<text x="{left - 8}" y="{y(decade) + 4:.1f}" text-anchor="end" fill="#475569">'
                           f'{f"{decade / 1000:g} s" if decade >= 1000 else f"{decade:g} ms"}</text>')
            decade *= 10
        for n in sizes:
            out.append(f'<text x="{x(panel, n):.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle" fill="#475569">'
                       f'n = {n}</text>')
        rows = sorted((r for r in results if r["kind"] == kind), key=lambda r: r["n"])
        for colour, solver in reversed(list(zip(COLOURS, solvers))):
            points = [(x(panel, r["n"]), y(r["median_ms"][solver]), r["solved"][solver]) for r in rows]
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b, _ in points)
            wide = 3 if solver == solvers[0] else 1.6
            out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{wide}"/>')
            for a, b, solved in points:
                good, tried = solved.split("/")
                fill = colour if good == tried else "#ffffff"
                out.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{fill}" stroke="{colour}" '
                           f'stroke-width="1.8"><title>{solver}: {solved} solved</title></circle>')
    out.append(f'<text x="{LEFT}" y="{TOP + HEIGHT + 40}" fill="#475569">median time of one problem; '
               'hollow: not every problem of the class was solved</text></svg>')
    print("\n".join(out))


if __name__ == "__main__":
    main()
