import { tidyPasted } from '@cuida/core/kit/pasted-text.ts'

/**
 * Reads the digits of the form field `code`. The form submits itself during the last change event, before React has
 * the value.
 */
export const typedCode = (form: FormData): string => tidyPasted(String(form.get('code'))).replaceAll(/\D/g, '')
