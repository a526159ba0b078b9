import { campaignFields } from '@cuida/core/invite/campaign.ts'
import { planFields } from '@cuida/core/subscription/plan.ts'
import { courseFields, faqFields, webinarFields } from '@cuida/core/support/articles.ts'
import * as v from 'valibot'
import { entryFields, FilePath } from './product.ts'
import type { TextSchema } from './text.ts'

const Picture = v.nullish(FilePath, null)

export const faqSchema = (text: TextSchema) => v.strictObject({ ...entryFields, ...faqFields(text) })
export const webinarSchema = (text: TextSchema) =>
  v.strictObject({ ...entryFields, ...webinarFields(text), image: Picture })
export const courseSchema = (text: TextSchema) =>
  v.strictObject({ ...entryFields, ...courseFields(text), image: Picture })
export const planSchema = (text: TextSchema) => v.strictObject({ ...entryFields, ...planFields(text) })
export const campaignSchema = (text: TextSchema) =>
  v.strictObject({
    ...entryFields,
    ...campaignFields(text),
    referrerImage: Picture,
    linkImage: Picture,
    refereeImage: Picture,
  })
