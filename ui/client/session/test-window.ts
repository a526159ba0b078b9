import { putPage } from './test-page.ts'

// For tests of what looks at the page while it loads: imported first, and in a worker of its own (`.alone.test.tsx`), for
// who comes later in the same one would have modules that saw a page.
putPage('/')
