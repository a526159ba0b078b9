import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { Access, TokenPurpose } from '@cuida/core/kit/call.ts'
import type { Scope } from '@cuida/core/kit/scope.ts'
import type { Claims } from '../crypto/tokens.ts'

export interface PatientCaller {
  kind: 'patient'
  accountId: string
  sessionId: string
}

export interface StaffCaller {
  kind: 'staff'
  staffId: string
  sessionId: string
  role: StaffRole
  clinicianId: string | null
}

/** Bearer of a token that is not a session: a registration, a second factor, ... */
export interface TokenCaller {
  kind: 'token'
  claims: Claims
}

/** A partner's program with an API key. */
export interface MachineCaller {
  kind: 'machine'
  keyId: string
  scopes: readonly Scope[]
}

export type SessionCaller = PatientCaller | StaffCaller

export type Caller = SessionCaller | MachineCaller | TokenCaller

export type CallerOf<A extends Access> = A extends 'access'
  ? PatientCaller
  : A extends 'staff'
    ? StaffCaller
    : A extends 'guest'
      ? PatientCaller | undefined
      : A extends 'public' | 'refresh'
        ? undefined
        : A extends 'machine'
          ? MachineCaller
          : A extends readonly (infer P extends TokenPurpose)[]
            ? CallerOf<P>
            : TokenCaller
