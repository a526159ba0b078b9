const FLAG = 'questionnaire'

/**
 * A2.38: `questionnaire=true` in the URL turns the health questionnaire on for this device: Home asks a signed-in
 * patient to check the medical history, until it has been opened (decision 0179).
 */
export function keepQuestionnaireFlag(search: string, storage: Pick<Storage, 'setItem'>): void {
  if (new URLSearchParams(search).get(FLAG) === 'true') storage.setItem(FLAG, 'true')
}

export const isQuestionnaireOn = (): boolean => localStorage.getItem(FLAG) === 'true'

export const turnQuestionnaireOff = (): void => localStorage.removeItem(FLAG)
