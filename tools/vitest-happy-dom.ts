import { builtinEnvironments } from 'vitest/runtime'

/** happy-dom, with modules as Node loads them: the content service reads files beside its own. */
export default { ...builtinEnvironments['happy-dom'], viteEnvironment: 'ssr' }
