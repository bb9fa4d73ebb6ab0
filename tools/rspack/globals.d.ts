declare module '*.css';
declare module '*.svg' {
  const url: string;
  export default url;
}
/** Version of the built micro-frontend, from its package.json. */
declare const __VERSION__: string;
/** True under `rspack serve`; production builds remove the code behind it. */
declare const __DEVELOPMENT__: boolean;
