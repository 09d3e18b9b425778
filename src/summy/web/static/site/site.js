// Pages around the table: language and colours without a reload. Everything here also works as a plain form.

/** Send a form whose only control was just changed. */
function sendOnChange(form) {
  form.querySelector("select").addEventListener("change", () => form.requestSubmit());
}

/** Whether the page is dark now: by choice, else by the system. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Turn the colours at once and let the server remember it. */
function wireTheme(form) {
  const button = form.querySelector("button");
  const show = () => {
    button.setAttribute("aria-pressed", String(isDark()));
    button.value = isDark() ? "light" : "dark";
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    const body = new FormData(form);
    body.set("theme", theme);
    fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => {});
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}

document.querySelectorAll("form.lang").forEach(sendOnChange);
document.querySelectorAll("form.theme").forEach(wireTheme);
