import { useRoute } from 'wouter'

/** Whether this is the place for questions, and which one the address names. */
export function useQuestionsPlace(): { isHere: boolean; chosen: string | undefined } {
  const [isHere] = useRoute('/questions/*?')
  const [, one] = useRoute('/questions/:id')
  return { isHere, chosen: one?.id }
}
