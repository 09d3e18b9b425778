// Pages around the table: language and colours without a reload. Everything here also works as a plain form.

/** Send a form as soon as its list is changed. @param {HTMLFormElement} form */
function sendOnChange(form) {
  form.querySelector("select")?.addEventListener("change", () => form.requestSubmit());
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now: by choice, else by the system. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : systemDark.matches;
}

/** Turn the colours at once and let the server remember it. @param {HTMLFormElement} form */
function wireTheme(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    document.querySelectorAll("meta[name=theme-color]").forEach((meta, index) => {
      if (index > 0) return meta.remove();
      meta.removeAttribute("media");
      meta.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--ground").trim());
    });
    const body = new FormData(form);
    body.set("theme", theme);
    fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => {});
    show();
  });
  systemDark.addEventListener("change", show);
  show();
}

document.querySelectorAll("form.lang").forEach((form) => sendOnChange(/** @type {HTMLFormElement} */ (form)));
document.querySelectorAll("form.theme").forEach((form) => wireTheme(/** @type {HTMLFormElement} */ (form)));
