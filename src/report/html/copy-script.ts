/**
 * The part of both pages' scripts that puts a button to copy after each command. Without the clipboard, the command is
 * selected.
 */
export const copyScript = `
  const copyable = (codes) => {
    for (const code of codes) {
      if (code.nextElementSibling?.matches("button.copy")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      code.after(button);
    }
  };
  addEventListener("click", async ({ target }) => {
    const button = target.closest("button.copy");
    if (!button) return;
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
    }
  });
`;
