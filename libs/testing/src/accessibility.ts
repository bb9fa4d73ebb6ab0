import axe from 'axe-core';

/**
 * What axe finds in an element, one line a finding: `expect(await accessibilityProblems(container)).toEqual([])`. Contrast is left
 * to the browser journeys: jsdom paints nothing.
 */
export async function accessibilityProblems(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
}
