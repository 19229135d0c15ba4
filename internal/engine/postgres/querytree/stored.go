package querytree

// Stored is an INSERT, or one of a MERGE: the columns that it stores into, in the order of its values.
type Stored struct {
	Table   string // as the statement calls it
	Merge   bool
	Columns []string
}

// Stored lists the INSERTs of a statement.
func (n *Node) Stored() (list []Stored) {
	walk(n, func(q *Node) bool {
		if q.Tag != "QUERY" {
			return true
		}
		relations := q.list("rtable")
		at := q.int("resultRelation")
		if at < 1 || at > len(relations) {
			return true
		}
		table := relations[at-1].node("eref").str("aliasname")
		if q.int("commandType") == cmdInsert {
			list = append(list, Stored{Table: table, Columns: targets(q)})
		}
		for _, action := range q.list("mergeActionList") {
			if action.int("commandType") == cmdInsert {
				list = append(list, Stored{Table: table, Merge: true, Columns: targets(action)})
			}
		}
		return true
	})
	return list
}

// targets are the columns that a target list assigns to.
func targets(of *Node) (names []string) {
	for _, t := range of.list("targetList") {
		names = append(names, t.str("resname"))
	}
	return names
}
