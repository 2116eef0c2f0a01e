import { expect, it } from "vitest";
import { createQuote } from "../../src/api/quote.js";

const quote = createQuote("orgtoken-123");

it("blanks the token and addresses of invites, wherever they stand", () => {
  const said = quote.fields({
    "orgtoken-123": "Bearer orgtoken-123",
    error_metadata: {
      invite_url: "https://app.northwind.example/x/s3cret",
      hint: [
        "ask at https://app.northwind.example/invitations/s3cret or https://app.northwind.example/join/s3cret",
      ],
      access_token: "s3cret",
      accept_at: "https://app.northwind.example/terms",
      token_scope: "admin",
    },
  });
  expect(JSON.stringify(said)).not.toMatch(/s3cret|orgtoken/);
  expect(said).toMatchObject({
    "[token]": "Bearer [token]",
    error_metadata: { accept_at: "https://app.northwind.example/terms", token_scope: "admin" },
  });
});

it("keeps what is no text as it is", () => {
  expect(quote.fields({ a: 1.5, b: null, c: [true, { d: 0 }] })).toEqual({
    a: 1.5,
    b: null,
    c: [true, { d: 0 }],
  });
});

it("ends, however much is said", () => {
  let nested: object = {};
  for (let depth = 0; depth < 10_000; depth += 1) nested = { nested };
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, "x".repeat(10_000)]));
  expect(JSON.stringify(quote.fields({ nested, many })).length).toBeLessThan(30_000);
});
