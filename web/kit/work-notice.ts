import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { loadAllWords } from './content/words.ts'

/** Says why an answer takes a moment longer. Nobody has to do anything: the button that was pressed is still busy. */
export async function noticeWork(): Promise<void> {
  await loadAllWords(currentLocale()).catch(() => {})
  showToast(t('brand.working'))
}
