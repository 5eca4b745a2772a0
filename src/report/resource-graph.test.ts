import { expect, test } from "vitest";
import type { DocumentRun } from "../model/index.ts";
import { flowchartText, resourceGraph } from "./resource-graph.ts";

type Told = [name: string, at: string, ...given: [parameter: string, from: string | undefined][]];

const graphOf = (...told: Told[]) =>
  resourceGraph({
    operations: told.map(([name, at, ...given]) => {
      const [method, path] = at.split(" ");
      return {
        name,
        method,
        path,
        values: given.map(([parameter, from]) => ({ parameter, from })),
      };
    }),
    notSent: [],
  } as unknown as DocumentRun);

const places = ({ nodes }: ReturnType<typeof graphOf>): string[] =>
  nodes.map(({ path, column, row }) => `${path} ${column},${row}`);

test("a path is beside the one that gives it a value, and several are below each other", () => {
  const graph = graphOf(
    ["makeUser", "POST /users"],
    ["readUser", "GET /users/{id}", ["id", "makeUser"]],
    ["dropUser", "DELETE /users/{id}", ["id", "makeUser"]],
    ["makeOrder", "POST /orders", ["user_id", "makeUser"]],
    ["readOrder", "GET /orders/{id}", ["id", "makeOrder"], ["shop", "notChosen"]],
    ["search", "GET /search", ["word", undefined]],
  );
  expect(places(graph)).toEqual([
    "/users 0,0",
    "/users/{id} 1,0",
    "/orders 1,1",
    "/orders/{id} 2,1",
    "notChosen 0,2",
  ]);
  expect(flowchartText(graph).split("\n")).toEqual([
    "flowchart LR",
    '  r0["/users<br>POST"]',
    '  r1["/users/#123;id#125;<br>GET, DELETE"]',
    '  r2["/orders<br>POST"]',
    '  r3["/orders/#123;id#125;<br>GET"]',
    '  r4["notChosen<br>"]',
    '  r0 -->|"id"| r1',
    '  r0 -->|"user_id"| r2',
    '  r2 -->|"id"| r3',
    '  r4 -->|"shop"| r3',
  ]);
});

test("paths that give values to each other, and none that does", () => {
  const circle = graphOf(["a", "POST /a", ["b", "b"]], ["b", "POST /b", ["a", "a"]]);
  expect(places(circle)).toEqual(["/b 0,0", "/a 1,0"]);
  expect(graphOf(["a", "POST /a"], ["b", "GET /a", ["x", "a"]]).nodes).toEqual([]);
});
