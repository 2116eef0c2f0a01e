import { Graphviz } from "@hpcc-js/wasm-graphviz";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Graph, planGraph } from "../../src/render/graph/graph.js";
import { graphDot, graphMermaid } from "../../src/render/graph/graph-languages.js";
import { hostileName } from "./fixtures/hostile.js";
import { northwind } from "./fixtures/northwind.js";
import { step } from "./fixtures/plan-builder.js";

const small: Graph = {
  nodes: [
    { id: "a", label: "Executives  30", group: "prod" },
    { id: "b", label: "Finance  20", group: "prod" },
    { id: "c", label: "loose" },
  ],
  edges: [
    { from: "a", to: "b" },
    { from: "b", to: "gone" },
  ],
};

const named = (name: string): Graph => ({
  nodes: [
    { id: name, label: name, group: name },
    { id: `${name}2`, label: name },
  ],
  edges: [{ from: name, to: `${name}2` }],
});

test("Mermaid", () => {
  expect(graphMermaid(small)).toBe(
    `flowchart LR
  subgraph g0["prod"]
    n0["Executives  30"]
    n1["Finance  20"]
  end
  n2["loose"]
  n0 --> n1
`,
  );
});

test("a write is called without the workspace that is drawn around it", () => {
  const steps = [step(1, "create", "prod"), step(2, "create", "prod/groups/West")];
  expect(planGraph({ steps }).graph.nodes.map(({ group, label }) => [group, label])).toEqual([
    ["prod", "1  + prod"],
    ["prod", "2  + groups/West"],
  ]);
});

test("DOT", async () => {
  await expect(graphDot(small)).toMatchFileSnapshot("expected/graph.dot");
});

describe("hostile labels", () => {
  test("stay labels in Mermaid", () => {
    const shape = (text: string): string => text.replace(/"[^"]*"/g, '""');
    fc.assert(
      fc.property(hostileName, (name) => {
        expect(shape(graphMermaid(named(name)))).toBe(shape(graphMermaid(named("x"))));
      }),
    );
  });

  test("stay labels in DOT: Graphviz finds the same nodes and the very text", async () => {
    const graphviz = await Graphviz.load();
    fc.assert(
      fc.property(hostileName, (name) => {
        const drawn = JSON.parse(graphviz.dot(graphDot(named(name)), "dot_json")) as {
          objects: unknown[];
          edges: unknown[];
        };
        expect(drawn.objects).toHaveLength(3);
        expect(drawn.edges).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the picture of a plan", () => {
  test("has a node a write and an edge for each wait", () => {
    const { graph, note } = planGraph(northwind);
    expect(graph.nodes).toHaveLength(19);
    expect(graph.edges).toContainEqual({ from: "14", to: "15" });
    expect(graph.nodes[0]).toEqual({ id: "1", label: "1  + Labor München", group: "Labor München" });
    expect(note).toBeUndefined();
  });

  test("stays readable: many writes stand in bundles, and it says so", () => {
    const steps = Array.from({ length: 500 }, (_, i) =>
      step(i + 1, "create", `w${i % 2}/groups/g${i}`, i > 1 ? [i - 1, i] : []),
    );
    const { graph, note } = planGraph({ steps });
    expect(graph.nodes.map((node) => node.label)).toEqual(["+ 250 groups", "+ 250 groups"]);
    expect(graph.edges).toHaveLength(2);
    expect(note).toBe("500 writes in bundles by workspace, kind and action");
  });

  test("is cut where even bundles are too many, and says how much is missing", () => {
    const steps = Array.from({ length: 90 }, (_, i) => step(i + 1, "create", `w${i}/groups/g`));
    const { graph, note } = planGraph({ steps });
    expect(graph.nodes).toHaveLength(60);
    expect(note).toContain("30 bundles more did not fit");
  });
});
