const FLAG = 'questionnaire'

/**
 * A2.38: `questionnaire=true` in an address turns the health questionnaire on, on this device: Home asks a signed-in
 * patient to look through their medical history, until they have opened it (decision 0179).
 */
export function keepQuestionnaireFlag(search: string, storage: Pick<Storage, 'setItem'>): void {
  if (new URLSearchParams(search).get(FLAG) === 'true') storage.setItem(FLAG, 'true')
}

export const isQuestionnaireOn = (): boolean => localStorage.getItem(FLAG) === 'true'

export const turnQuestionnaireOff = (): void => localStorage.removeItem(FLAG)
