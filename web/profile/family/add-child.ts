import { type DependantProfile, registerDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { api } from '../../kit/api.ts'
import { onceEach } from '../../kit/navigation/once.ts'

/** Adds children to a family: one form is one child, however often it is sent. */
export function childAdder() {
  const keyOf = onceEach()
  return (profile: DependantProfile) => api(registerDependant, { profile }, { idempotencyKey: keyOf(profile) })
}
