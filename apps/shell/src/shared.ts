/*
 * Everything that the shell provides to the remotes, whether its own code uses it or not: only what is imported here is provided.
 * The list of names is in tools/rspack/shared.mjs.
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
