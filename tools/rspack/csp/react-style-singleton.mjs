import { useEffect } from 'react';
import { adoptStyle } from './adopt-style.mjs';

/**
 * Takes the place of the package `react-style-singleton` (which dialogs use to stop the page from scrolling beneath them):
 * the same three functions, without the style element that the page's policy refuses.
 */
export function stylesheetSingleton() {
  let users = 0;
  let remove = () => {};
  return {
    add(css) {
      if (users === 0) remove = adoptStyle(css);
      users += 1;
    },
    remove() {
      users -= 1;
      if (users === 0) remove();
    },
  };
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton();
  return (css) => {
    useEffect(() => {
      sheet.add(css);
      return () => sheet.remove();
    }, [css]);
  };
}

export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles }) {
    useStyle(styles);
    return null;
  };
}
