import { createPages } from '@cuida/ui/client/reads/use-pages.ts'
import { api } from './api.ts'

/** Long lists of the app, by the declarations of their calls. */
export const usePages = createPages(api)
