import { builtinEnvironments } from 'vitest/runtime'

/** happy-dom, but with modules loaded as in Node: the content service reads files relative to its own. */
export default { ...builtinEnvironments['happy-dom'], viteEnvironment: 'ssr' }
