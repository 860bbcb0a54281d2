# Daily commands: `just` lists them. `just setup` comes first (or the two lines of the README);
# just itself comes with the development tools: .venv/bin/just

set positional-arguments

bin := ".venv/bin"

# list the commands
default:
    @just --list --unsorted

# make the virtual environment, with everything needed for development
setup:
    python3 -m venv .venv
    {{bin}}/pip install -q -e '.[dev]'

# compile the core where it stands, after a change of its sources
core:
    {{bin}}/python farklegen/core/compiling.py

# wheels for Linux (glibc and musl), macOS and Windows on both processors, into dist/
wheels:
    for target in $({{bin}}/python -c 'from farklegen.core.compiling import TARGETS; print(*TARGETS)'); do \
        FARKLEGEN_TARGET=$target {{bin}}/pip wheel -q --no-deps -w dist . || exit 1; \
    done
    ls -l dist

# run the tests; arguments go to pytest: just test -k card
test *arguments:
    {{bin}}/python -m pytest "$@"

# run the tests of the numbers with a core that checks every access and overflow; needs g++
sanitize *arguments="tests/core tests/solvers":
    rm -rf build/sanitize
    mkdir -p build/sanitize
    cp -r farklegen tests campaign docs rulesets pyproject.toml hatch_build.py README.md build/sanitize
    FARKLEGEN_CXX=g++ FARKLEGEN_SANITIZE=address,undefined {{bin}}/python build/sanitize/farklegen/core/compiling.py
    cd build/sanitize && \
        LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)" \
        ASAN_OPTIONS=detect_leaks=0:log_path=$PWD/report UBSAN_OPTIONS=print_stacktrace=1:log_path=$PWD/report \
        ../../{{bin}}/python -m pytest {{arguments}}
    ! cat build/sanitize/report.*

# run the tests that take minutes each, after a change of what cards say or win
test-long:
    {{bin}}/python -m pytest -m long

# run the tests that take long, and that quicker ones stand in for
test-slow:
    {{bin}}/python -m pytest -m slow

# run the tests and show which lines they miss
coverage:
    {{bin}}/python -m pytest --cov=farklegen --cov-report=term-missing:skip-covered

# write tests/golden and the lists of messages again after an intended change; then read the difference
golden:
    FARKLEGEN_GOLDEN=write {{bin}}/python -m pytest tests/render tests/cli tests/rules tests/policies

# write docs/json.md again, from the docstrings of the results
json:
    {{bin}}/python docs/make_json.py

# make build/gallery: the cards and pictures of all shipped rulesets
gallery:
    {{bin}}/python docs/make_gallery.py

# style and likely mistakes
lint:
    {{bin}}/ruff check .
    {{bin}}/ruff format --check .

# put everything into the agreed format
format:
    {{bin}}/ruff check --fix .
    {{bin}}/ruff format .

# strict types
types:
    {{bin}}/mypy

# rooms import only from the floors below their own
floors:
    {{bin}}/lint-imports

# the JavaScript of pages: types by JSDoc, likely mistakes, unit tests; needs node
scripts:
    npm install --no-audit --no-fund --silent
    npm run --silent types
    npm run --silent lint
    npm run --silent test

# everything that the checks on the server do
ci:
    .ci/run

# how fast the program starts and solves
bench:
    {{bin}}/python -m benchmarks

# random rulesets and files against what is slow and obvious: just campaign --rulesets 1000 --seed 2
campaign *arguments:
    {{bin}}/python -m campaign "$@"
