// Runs the parsers of .NET's base library, as Mono has it, over values: one line of base64 a value.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

public static class Parse {
  static readonly CultureInfo Plain = CultureInfo.InvariantCulture;

  static Dictionary<string, Dictionary<string, Func<string, bool>>> Tables() {
    var all = new Dictionary<string, Dictionary<string, Func<string, bool>>>();
    all["whole-number.string"] = new Dictionary<string, Func<string, bool>> {
      { "dotnet int.Parse", text => { int found; return int.TryParse(text, NumberStyles.Integer, Plain, out found); } },
      { "dotnet long.Parse", text => { long found; return long.TryParse(text, NumberStyles.Integer, Plain, out found); } },
    };
    all["boolean.string"] = new Dictionary<string, Func<string, bool>> {
      { "dotnet bool.Parse", text => { bool found; return bool.TryParse(text, out found); } },
    };
    all["date-time.string"] = new Dictionary<string, Func<string, bool>> {
      { "dotnet DateTime o", text => { DateTime found; return DateTime.TryParseExact(text, "o", Plain, DateTimeStyles.RoundtripKind, out found); } },
      { "dotnet DateTimeOffset o", text => { DateTimeOffset found; return DateTimeOffset.TryParseExact(text, "o", Plain, DateTimeStyles.None, out found); } },
    };
    all["date.string"] = new Dictionary<string, Func<string, bool>> {
      { "dotnet yyyy-MM-dd", text => { DateTime found; return DateTime.TryParseExact(text, "yyyy-MM-dd", Plain, DateTimeStyles.None, out found); } },
    };
    all["uuid.string"] = new Dictionary<string, Func<string, bool>> {
      { "dotnet Guid D", text => { Guid found; return Guid.TryParseExact(text, "D", out found); } },
      { "dotnet Guid", text => { Guid found; return Guid.TryParse(text, out found); } },
    };
    return all;
  }

  public static void Main(string[] arguments) {
    Dictionary<string, Func<string, bool>> parsers;
    if (!Tables().TryGetValue(arguments[0], out parsers)) parsers = new Dictionary<string, Func<string, bool>>();
    var type = Type.GetType("Mono.Runtime");
    var version = type == null ? ".NET " + Environment.Version
      : "Mono " + type.GetMethod("GetDisplayName", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static).Invoke(null, null);
    var line = new StringBuilder(version);
    foreach (var name in parsers.Keys) line.Append('\t').Append(name);
    Console.WriteLine(line);
    for (string sent; (sent = Console.ReadLine()) != null;) {
      var text = Encoding.UTF8.GetString(Convert.FromBase64String(sent));
      var bits = new StringBuilder();
      foreach (var accepts in parsers.Values) {
        try { bits.Append(accepts(text) ? '1' : '0'); } catch (Exception) { bits.Append('0'); }
      }
      Console.WriteLine(bits);
    }
  }
}
