import { AddressKind } from '@cuida/core/profile/address/address.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { together } from '@cuida/ui/Loaded/together.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import * as v from 'valibot'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { useAddress } from '../queries.ts'
import { AddressForm } from './AddressForm.tsx'

/** A2.28: where I live, or where the bill goes. */
export function AddressScreen({ params }: { params: Record<string, string> }) {
  const kind: AddressKind = v.is(AddressKind, params.kind) ? params.kind : 'home'
  const { profile } = useSession()
  const shown = useAddress(profile?.id, kind)
  const billing = useAddress(profile?.id, 'billing')
  return (
    <Screen title={t(`profile.address.${kind}`)} lead={t(`profile.address.${kind}Lead`)}>
      <Loaded of={together(shown, billing)} lines={7} failed={failureMessage}>
        {([{ address }, { source }]) =>
          profile && <AddressForm patientId={profile.id} kind={kind} known={address} hasOwnBilling={source === 'own'} />
        }
      </Loaded>
    </Screen>
  )
}
