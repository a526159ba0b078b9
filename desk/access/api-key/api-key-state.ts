import type { ApiKeyState } from '@cuida/core/access/api-key/api-key-api.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'

const CHIP: Readonly<Record<ApiKeyState, { tone: ChipTone; icon: IconName }>> = {
  waiting: { tone: 'warning', icon: 'clock' },
  active: { tone: 'success', icon: 'check' },
  declined: { tone: 'danger', icon: 'close' },
  expired: { tone: 'neutral', icon: 'clock' },
  revoked: { tone: 'danger', icon: 'close' },
}

/** The status chip of an API key. */
export const stateChip = (state: ApiKeyState) => ({ ...CHIP[state], text: t(`desk.apiKeys.state.${state}`) })
