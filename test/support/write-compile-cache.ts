// Runs before each test file: writes what the worker has compiled so far to the compile cache. Without this, the test runner lets each
// worker write everything when it ends. In a new checkout that is thousands of files at once by each worker, mostly the same ones, which
// took longer than the runner waits ("Timeout terminating forks worker"). This way, a worker finds what others have compiled before.
import { flushCompileCache } from 'node:module';

flushCompileCache();
