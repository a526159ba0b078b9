import { chooseWhenLate } from '@cuida/core/care/rescue/late-api.ts'
import type { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import { api } from '../../kit/api.ts'
import { useWaitingDeed } from '../waiting/waiting-queries.ts'

export const useLateChoice = (id: string) => useWaitingDeed((choice: LateChoice) => api(chooseWhenLate, { id, choice }))
