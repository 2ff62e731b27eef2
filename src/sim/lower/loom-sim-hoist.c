/* loom-sim-hoist.c: what is the same in every block runs once, and what nobody reads not at all
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

static void
count_definition (LoomSimIr   *self,
                  LoomSimIrOp *op,
                  gint32       value,
                  gpointer     data)
{
  loom_sim_ir_get_value (self, value)->definitions++;
}

static void
add_to_count (LoomSimIr   *self,
              LoomSimIrOp *op,
              gint32       value,
              gpointer     data)
{
  ((guint32 *) data)[value]++;
}

static void
take_from_count (LoomSimIr   *self,
                 LoomSimIrOp *op,
                 gint32       value,
                 gpointer     data)
{
  ((guint32 *) data)[value]--;
}

static void
note_variance (LoomSimIr   *self,
               LoomSimIrOp *op,
               gint32       value,
               gpointer     data)
{
  *(gboolean *) data |= !loom_sim_ir_get_value (self, value)->is_constant;
}

static void
note_redefinition (LoomSimIr   *self,
                   LoomSimIrOp *op,
                   gint32       value,
                   gpointer     data)
{
  *(gboolean *) data |= loom_sim_ir_get_value (self, value)->definitions != 1;
}

static void
make_constant (LoomSimIr   *self,
               LoomSimIrOp *op,
               gint32       value,
               gpointer     data)
{
  loom_sim_ir_get_value (self, value)->is_constant = TRUE;
}

static gboolean
is_unused (const LoomSimIrOp *op,
           const guint32     *uses)
{
  for (guint i = 0; i < 2; i++)
    if (op->results[i] >= 0 && uses[op->results[i]] > 0)
      return FALSE;
  return op->d >= 0;
}

static void
count_uses (LoomSimIr *self,
            GArray    *ops,
            guint32   *uses)
{
  for (guint i = 0; i < ops->len; i++)
    loom_sim_ir_foreach_source (self, &g_array_index (ops, LoomSimIrOp, i), add_to_count, uses);
}

/* Drops ops whose results have no uses; from the last, so that what only they used goes too. */
static void
drop_unused (LoomSimIr *self,
             GArray    *ops,
             guint32   *uses)
{
  g_autofree guint8 *dropped = g_new0 (guint8, ops->len);
  guint n = 0;

  for (guint i = ops->len; i-- > 0; )
    {
      LoomSimIrOp *op = &g_array_index (ops, LoomSimIrOp, i);

      if (!is_unused (op, uses))
        continue;
      dropped[i] = ops == self->heads || (op->pure && !op->guarded);
      if (dropped[i])
        loom_sim_ir_foreach_source (self, op, take_from_count, uses);
      else if (op->detail != NULL && op->detail->kind == LOOM_SIM_ACCESS_ATOMIC && op->n_parts == 0)
        op->d = LOOM_SIM_NO_VALUE;
    }
  for (guint i = 0; i < ops->len; i++)
    if (!dropped[i])
      g_array_index (ops, LoomSimIrOp, n++) = g_array_index (ops, LoomSimIrOp, i);
  g_array_set_clear_func (ops, NULL);
  g_array_set_size (ops, n);
}

/* What nobody reads need not be computed; an atomic's result that nobody reads does not make the
 * order of blocks count. */
void
loom_sim_ir_drop_unused (LoomSimIr *self)
{
  g_autofree guint32 *uses = g_new0 (guint32, self->values->len);

  count_uses (self, self->ops, uses);
  drop_unused (self, self->ops, uses);
}

void
loom_sim_ir_drop_unused_heads (LoomSimIr *self)
{
  g_autofree guint32 *uses = g_new0 (guint32, self->values->len);

  count_uses (self, self->ops, uses);
  count_uses (self, self->heads, uses);
  drop_unused (self, self->heads, uses);
}

/* Moves what gives the same in every block to the heads, which run once for each register file. */
void
loom_sim_ir_hoist (LoomSimIr *self)
{
  guint n = 0;

  for (gint32 value = 0; value < (gint32) self->values->len; value++)
    loom_sim_ir_get_value (self, value)->definitions = 0;
  for (guint i = 0; i < self->ops->len; i++)
    loom_sim_ir_foreach_destination (self, loom_sim_ir_get_op (self, i), count_definition, NULL);
  for (guint i = 0; i < self->ops->len; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (self, i);
      gboolean stays = !op->pure || op->guarded || op->d < 0;

      loom_sim_ir_foreach_source (self, op, note_variance, &stays);
      loom_sim_ir_foreach_destination (self, op, note_redefinition, &stays);
      if (stays)
        *loom_sim_ir_get_op (self, n++) = *op;
      else
        {
          loom_sim_ir_foreach_destination (self, op, make_constant, NULL);
          g_array_append_val (self->heads, *op);
        }
    }
  g_array_set_size (self->ops, n);
}
