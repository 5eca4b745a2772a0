/** Documentation that several lists of rules are implemented from. */
export const sources = {
  ecma: "https://tc39.es/ecma262/#sec-",
  go: "https://pkg.go.dev/",
  java: "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/",
  jackson:
    "https://fasterxml.github.io/jackson-databind/javadoc/2.14/com/fasterxml/jackson/databind/DeserializationFeature.html",
  jsonSchema: "https://json-schema.org/draft/2020-12/json-schema-",
  perl: "https://perldoc.perl.org/",
  php: "https://www.php.net/manual/en/",
  pydantic1: "https://docs.pydantic.dev/1.10/usage/types/",
  pydantic2: "https://docs.pydantic.dev/latest/concepts/conversion_table/",
  python: "https://docs.python.org/3/library/",
  rfc: "https://www.rfc-editor.org/rfc/rfc",
  ruby: "https://docs.ruby-lang.org/en/3.1/",
  dotnet: "https://learn.microsoft.com/dotnet/api/system.",
  zod: "https://zod.dev/api",
} as const;
