/** The first focusable element: skips to the element with id `to`. */
export function SkipLink({ to = 'main', text = 'Skip to content' }: { to?: string; text?: string }) {
  const focusMain = () => {
    const main = document.getElementById(to);
    if (!main) return;
    if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
    main.focus();
    main.scrollIntoView();
  };
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        focusMain();
      }}
      className="ui:sr-only ui:focus:not-sr-only ui:focus:fixed ui:focus:top-2 ui:focus:left-2 ui:focus:z-toast ui:focus:rounded ui:focus:bg-leaf ui:focus:px-4 ui:focus:py-2 ui:focus:font-medium ui:focus:text-navy ui:focus:shadow-float"
    >
      {text}
    </a>
  );
}
