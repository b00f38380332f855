# A thin face over Meson: each target installs what is missing on a bare
# Debian 12 (as root) and leaves the work to the tools.

.PHONY: play build check test bench golden format install uninstall deb clean

PREFIX ?= /usr/local

play: build ## the server, for everybody on the same network; its tables are kept in data/
	@build/parlor serve --listen :7777 --data data

build: ## the program, at build/parlor
	@tools/install build
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet

check: ## the quick tests
	@tools/test quick

test: ## all tests
	@tools/test all

bench: build ## figures, compared with the last run on this machine
	@mkdir -p bench
	@build/parlor bench --compare bench/last.json --save bench/last.json

golden: build ## writes the golden transcripts and signatures anew; look at the difference before you commit it
	@tools/golden.py --update build/parlor

format: ## the code in its one layout
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: build ## program, library and unit, below PREFIX; DESTDIR comes before it
	@meson introspect build --buildoptions | grep -qF '"name": "prefix", "value": "$(PREFIX)"' \
	    || meson configure build -Dprefix=$(PREFIX)
	@DESTDIR="$(DESTDIR)" meson install -C build --quiet
	@test -n "$(DESTDIR)" || test "$$(id -u)" != 0 || ldconfig

uninstall: ## what the last install put there
	@ninja -C build --quiet uninstall

deb: ## Debian packages, in build-deb/
	@tools/install deb
	@tools/deb

clean:
	rm -rf build build-*
