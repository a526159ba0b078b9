import { tidyPasted } from '@cuida/core/kit/pasted-text.ts'

/** The digits in a form's field `code`: it submits itself within the change that completes it, before React has the value. */
export const typedCode = (form: FormData): string => tidyPasted(String(form.get('code'))).replaceAll(/\D/g, '')
