#!/bin/sh
exec useradd --system --no-create-home --uid "$5" "$6"
