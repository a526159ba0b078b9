import { isBlank } from '../../booking/questions/answers.ts'
import type { ActionDraft } from '../../consultation/status/actions.ts'
import type { ConsultationStatus } from '../../consultation/status/status.ts'

interface Waiting {
  status: ConsultationStatus
  actions: readonly ActionDraft[]
}

/** A patient may write or change the summary until a clinician first takes the consultation and has read it. */
export const mayWriteSummary = ({ status, actions }: Waiting): boolean =>
  status === 'QUEUED' && !actions.some(({ type }) => type === 'ASSIGNED')

/** Nobody has described the reason in own words yet, and there is still time to. */
export const lacksSummary = ({ summary, ...waiting }: Waiting & { summary: string | null }): boolean =>
  isBlank(summary ?? '') && mayWriteSummary(waiting)
