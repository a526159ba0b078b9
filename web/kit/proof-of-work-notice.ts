import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { loadAllMessages } from './content/messages.ts'

/** Says why an answer takes a moment longer. Nobody has to do anything: the button that was pressed is still busy. */
export async function noticeWork(): Promise<void> {
  await loadAllMessages(currentLocale()).catch(() => {})
  showToast(t('brand.working'))
}
