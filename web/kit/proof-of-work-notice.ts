import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { loadAllMessages } from './content/messages.ts'

/** Explains why a reply takes longer. The pressed button stays busy; the person need not act. */
export async function notifyProofOfWork(): Promise<void> {
  await loadAllMessages(currentLocale()).catch(() => {})
  showToast(t('brand.working'))
}
