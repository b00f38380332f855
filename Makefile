# A thin face over Meson: each target installs what is missing on a bare Debian (as root) and
# leaves the work to the tools. tools/environment keeps other pythons, nodes and compilers of
# the machine out of it.

.PHONY: play build site check test test-deep bench golden format docs install uninstall deb clean

PREFIX ?= /usr/local

play: build ## the server, for everybody on the same network; its tables are kept in data/
	@build/parlor serve --listen :7777 --data data

build: ## the program, at build/parlor
	@tools/build

site: build ## the games as a site that any web host can serve, in build-site/
	@build/parlor site build-site

check: ## the quick tests
	@tools/test quick

test: ## all tests
	@tools/test all

test-deep: ## all tests and the long ones, before a release
	@tools/test deep

bench: build ## figures, compared with the last run on this machine
	@build/parlor bench --compare bench/last.json --save bench/last.json

golden: build ## writes the golden transcripts, signatures and screens again; look at the difference before you commit it
	@tools/install check
	@tools/golden.py --update build/parlor
	@PYTHONPATH=tests PARLOR=$(CURDIR)/build/parlor build-test/python/bin/python tests/term/golden_test.py --update

format: ## the code in its one layout
	@tools/install check
	@git ls-files --cached --others --exclude-standard '*.c' '*.h' | xargs build-test/python/bin/clang-format -i

docs: ## the documentation as a site, in build-docs/site
	@tools/install check
	@tools/docs

install: build ## program, library and unit, below PREFIX; DESTDIR comes before it
	@. ./tools/environment; meson introspect build --buildoptions | grep -qF '"name": "prefix", "value": "$(PREFIX)"' \
	    || meson configure build -Dprefix=$(PREFIX)
	@. ./tools/environment; DESTDIR="$(DESTDIR)" meson install -C build --quiet
	@test -n "$(DESTDIR)" || test "$$(id -u)" != 0 || ldconfig

uninstall: ## what the last install put there
	@. ./tools/environment; ninja -C build --quiet uninstall

deb: ## Debian packages, in build-deb/
	@tools/install deb
	@tools/deb

clean:
	rm -rf build build-*
