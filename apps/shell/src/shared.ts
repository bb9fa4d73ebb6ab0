/*
 * Imports every shared module, because the shell provides only modules that it imports. The list of names is in
 * tools/rspack/shared.mjs.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
import '@archive/api-client';
import '@archive/query';
import '@archive/router';
import '@archive/shell-api';
import '@archive/ui';
import '@archive/ui/prose';
