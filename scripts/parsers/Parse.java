import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;

/** Runs Java's parsers over values: one line of base64 a value on standard input. */
public class Parse {
  interface Reader {
    Object read(String text) throws Exception;
  }

  interface ByteReader {
    Object read(byte[] bytes) throws Exception;
  }

  static final ObjectMapper MAPPER = new ObjectMapper();
  static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
  static final ObjectMapper NO_FLOATS =
      new ObjectMapper().disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

  static final Map<String, Map<String, Reader>> TABLES = new HashMap<>();

  static void add(String table, String name, Reader reader) {
    TABLES.computeIfAbsent(table, none -> new LinkedHashMap<>()).put(name, reader);
  }

  static {
    add("whole-number.number", "jackson int", text -> MAPPER.readValue(text, Integer.class));
    add("whole-number.number", "jackson long", text -> MAPPER.readValue(text, Long.class));
    add("whole-number.number", "jackson long, no floats", text -> NO_FLOATS.readValue(text, Long.class));
    add("whole-number.string", "java Integer.parseInt", Integer::parseInt);
    add("whole-number.string", "java Long.parseLong", Long::parseLong);
    add("whole-number.string", "java BigInteger", BigInteger::new);
    add("whole-number.string", "jackson int", text -> MAPPER.readValue(quoted(text), int.class));
    add("number.number", "jackson double", text -> finite(MAPPER.readValue(text, Double.class)));
    add("number.string", "java Double.parseDouble", Double::parseDouble);
    add("number.string", "java BigDecimal", BigDecimal::new);
    add("boolean.number", "jackson boolean", text -> MAPPER.readValue(text, boolean.class));
    add("boolean.string", "jackson boolean", text -> MAPPER.readValue(quoted(text), boolean.class));
    add("date-time.string", "java Instant.parse", Instant::parse);
    add("date-time.string", "java OffsetDateTime.parse", OffsetDateTime::parse);
    add("date-time.string", "java ZonedDateTime.parse", ZonedDateTime::parse);
    add("date-time.string", "java LocalDateTime.parse", LocalDateTime::parse);
    add("date.string", "java LocalDate.parse", LocalDate::parse);
    add("uuid.string", "java UUID.fromString", UUID::fromString);
  }

  static String quoted(String text) throws Exception {
    return MAPPER.writeValueAsString(text);
  }

  static Map<String, ByteReader> documents() {
    Map<String, ByteReader> all = new LinkedHashMap<>();
    all.put("jackson readTree", bytes -> MAPPER.readTree(bytes));
    all.put("jackson readValue strict", bytes -> STRICT.readValue(bytes, Object.class));
    return all;
  }

  static Object finite(Double value) {
    if (value.isInfinite() || value.isNaN()) throw new IllegalArgumentException();
    return value;
  }


  public static void main(String[] arguments) throws Exception {
    Map<String, ByteReader> parsers = new LinkedHashMap<>();
    if (arguments[0].equals("document")) parsers.putAll(documents());
    else
      TABLES.getOrDefault(arguments[0], Map.of()).forEach((name, reader) ->
          parsers.put(name, bytes -> reader.read(new String(bytes, StandardCharsets.UTF_8))));
    StringBuilder out = new StringBuilder();
    out.append("java ").append(System.getProperty("java.version"))
        .append(", jackson ").append(MAPPER.version());
    parsers.keySet().forEach(name -> out.append('\t').append(name));
    out.append('\n');
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; out.append('\n')) {
      byte[] bytes = Base64.getDecoder().decode(line);
      for (ByteReader reader : parsers.values()) {
        try {
          reader.read(bytes);
          out.append('1');
        } catch (Exception | StackOverflowError problem) {
          out.append('0');
        }
      }
    }
    System.out.print(out);
  }
}
